/** Sends with fetch and keepalive, once. */
import { init, track } from '@plausible-analytics/tracker'

declare const PAGE_VIEW: boolean
declare global {
  interface Window {
    trackPlausible: typeof track
  }
}

init({
  domain: 'shop.example',
  endpoint: '/api/event',
  captureOnLocalhost: true,
  autoCapturePageviews: PAGE_VIEW,
})
window.trackPlausible = track
