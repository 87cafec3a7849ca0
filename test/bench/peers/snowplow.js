/** Keeps a queue in localStorage and sends again, which is its default; set here: a request may outlive the page. */
import { newTracker, trackPageView, trackSelfDescribingEvent } from '@snowplow/browser-tracker'

let answered = () => {}
newTracker('shop', location.origin, {
  appId: 'shop',
  keepalive: true,
  onRequestSuccess: () => answered(), // there is no callback per event
})
if (PAGE_VIEW) trackPageView()
window.reportToPeer = (order) =>
  new Promise((resolve) => {
    answered = resolve
    trackSelfDescribingEvent({ event: { schema: 'iglu:example.shop/purchase/jsonschema/1-0-0', data: order } })
  })
