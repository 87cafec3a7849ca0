/** Sends with XMLHttpRequest, once, and not beyond the page; it has no option for more. */
import createTracker from 'plausible-tracker'

const tracker = createTracker({ domain: 'shop.example', apiHost: location.origin, trackLocalhost: true })
// The page view that its README sends at start.
if (PAGE_VIEW) tracker.enableAutoPageviews()
window.reportToPeer = (order) => new Promise((callback) => tracker.trackEvent('purchase', { props: order, callback }))
