/** The script of the operator's page keeps the first page fresh. The page works without it. */

const REFRESH_MS = 15_000

/** Replaces the parts that have changed, except a part in which the operator is busy. */
async function refresh() {
  if (document.hidden) return
  const answer = await fetch(location.href)
  if (!answer.ok || answer.redirected) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id)
    const isBusy = part.contains(document.activeElement) || part.querySelector('details[open]')
    if (next && !isBusy && part.innerHTML !== next.innerHTML) part.replaceWith(document.adoptNode(next))
  }
}

// A page that answers a form cannot be asked for again.
if (location.pathname === '/') setInterval(() => void refresh().catch(() => {}), REFRESH_MS)
