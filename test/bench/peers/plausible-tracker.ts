/** Sends with XMLHttpRequest, once, and not beyond the page. */
import createTracker from 'plausible-tracker'

declare const PAGE_VIEW: boolean // set when this is bundled: with the page view that its README sends at start, or without
declare global {
  interface Window {
    plausibleTracker: ReturnType<typeof createTracker.default>
  }
}

// The types are those of its CommonJS build; a bundler for browsers takes the other, whose default is the function.
const create = createTracker as unknown as typeof createTracker.default

window.plausibleTracker = create({ domain: 'shop.example', apiHost: location.origin, trackLocalhost: true })
if (PAGE_VIEW) window.plausibleTracker.enableAutoPageviews()
