/** Which page is shown: the path, followed without loading anew. */

class Router {
  path = $state(location.pathname)
  search = $state(location.search)

  constructor() {
    addEventListener('popstate', () => this.read())
    addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href^="/"]')
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
      if (!link || !plain || link.target || link.hasAttribute('download') || link.dataset.plain !== undefined) return
      event.preventDefault()
      this.go(link.getAttribute('href')!)
    })
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.read()
    scrollTo(0, 0)
  }

  private read(): void {
    this.path = location.pathname
    this.search = location.search
  }

  /** The parts of the path. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decoded)
  }
}

/** What was typed into the address may be no text at all; then it is left as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const router = new Router()
