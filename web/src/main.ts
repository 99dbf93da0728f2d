import { mount } from 'svelte'
import App, { load } from './App.svelte'
import './design/base.css'
import { settings } from './settings.svelte'
import { i18n, preferred } from './words/i18n.svelte'

// The page that is wanted comes at the same time as its words.
load(location.pathname).catch(() => {})
// So do its letters, or everything would jump when they are there; but nobody waits for them for long.
const letters = Promise.race([document.fonts.load('1em Bricolage'), new Promise((late) => setTimeout(late, 1500))])
await Promise.all([i18n.use(preferred(settings.lang, navigator.languages)), letters.catch(() => {})])
mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
