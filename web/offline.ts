/** A Vite plugin: writes the service worker, with the list of what was built, so that rules are readable offline. */

import type { Plugin } from 'vite'

const WORKER = `
const FILES = __FILES__
const CACHE = 'elfer-__VERSION__'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\\/(api|ws|health|metrics|docs)/.test(pathname)) return
  // Built files never change their content; pages come from the network where there is one.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/')))
  else event.respondWith(caches.match(request).then((found) => found ?? fetch(request)))
})
`

export function offline(): Plugin {
  return {
    name: 'elfer-offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = ['/', '/icon.svg', '/manifest.webmanifest', ...Object.keys(bundle).filter((name) => name !== 'index.html').map((name) => `/${name}`)]
      let version = 0
      for (const letter of files.join()) version = (version * 31 + letter.charCodeAt(0)) >>> 0
      const source = WORKER.replace('__FILES__', JSON.stringify(files)).replace('__VERSION__', version.toString(36))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: source.trim() + '\n' })
    },
  }
}
