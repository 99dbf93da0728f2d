import { mount } from 'svelte'
import App from './App.svelte'
import './design/base.css'
import { settings } from './settings.svelte'
import { i18n, preferred } from './words/i18n.svelte'

await i18n.use(preferred(settings.lang, navigator.languages))
mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
