/** A Vite plugin: puts the licence of the font beside it. Vite's own list (`licenses.txt`) has only what is imported as code. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FONT = '@fontsource-variable/bricolage-grotesque'

export function fontLicense(): Plugin {
  return {
    name: 'elfer-font-license',
    apply: 'build',
    generateBundle() {
      const file = fileURLToPath(new URL(`node_modules/${FONT}/LICENSE`, import.meta.url))
      this.emitFile({ type: 'asset', fileName: 'font-license.txt', source: readFileSync(file, 'utf8') })
    },
  }
}
