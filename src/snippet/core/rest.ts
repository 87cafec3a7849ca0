/**
 * The rest of the script, a file next to the core. A page loads it if it needs more than a first attempt.
 */
import type { Rest, Snippet } from './snippet.js'

/** The name contains the hash of the content, so two versions never mix. The build sets it. */
declare const REST_FILE: string

const RETRY_MS = 20_000

/** Resolves to undefined if the rest cannot be loaded. The shop continues to work, and the page tries again later. */
export function importRest(snippet: Snippet): Promise<Rest | undefined> {
  if (snippet.rest || !snippet.folder) return Promise.resolve(snippet.rest)
  snippet.importing ??= importFile(snippet)
  return snippet.importing
}

async function importFile(snippet: Snippet): Promise<Rest | undefined> {
  try {
    let address = snippet.folder + REST_FILE
    if (snippet.failedImports) {
      // Chromium remembers the address of a failed import until the page closes (November 2026,
      // https://github.com/whatwg/html/pull/10327).
      address += `?${snippet.failedImports}`
      // Firefox 153 ends an import when the shopper leaves the page. If the page imports again, the load event of the
      // next page waits for the answer (November 2026, test/survival/cases/rest.ts). The load event does not wait for a
      // fetch.
      if (!(await fetch(address)).ok) throw 'status'
    }
    const rest: Rest = await import(address)
    snippet.rest = rest
    rest.start(snippet)
    return rest
  } catch {
    snippet.importing = undefined
    snippet.failedImports += 1
    // The second attempt follows immediately, so a caller does not wait for the third.
    if (snippet.failedImports === 1) return importRest(snippet)
    setTimeout(() => importRest(snippet), RETRY_MS)
    return undefined
  }
}
