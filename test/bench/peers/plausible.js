/** Sends with fetch and keepalive, once; it has no option for more. */
import { init, track } from '@plausible-analytics/tracker'

init({
  domain: 'shop.example',
  endpoint: '/api/event',
  captureOnLocalhost: true,
  autoCapturePageviews: PAGE_VIEW,
})
window.reportToPeer = (order) => new Promise((callback) => track('purchase', { props: order, callback }))
