import { mount } from 'svelte'
import App, { load } from './App.svelte'
import './design/base.css'
import { settings } from './settings.svelte'
import { i18n, preferred } from './words/i18n.svelte'

// The page that is wanted comes at the same time as its words.
load(location.pathname).catch(() => {})
await i18n.use(preferred(settings.lang, navigator.languages))
mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
