/** Keeps a queue in localStorage and sends again; the smallest peer that does. */
import { newTracker, trackPageView, trackSelfDescribingEvent } from '@snowplow/browser-tracker'

declare const PAGE_VIEW: boolean
declare global {
  interface Window {
    trackSnowplow: typeof trackSelfDescribingEvent
  }
}

newTracker('shop', location.origin, {
  appId: 'shop',
  onRequestSuccess: () => dispatchEvent(new Event('answered')), // there is no callback per event
})
if (PAGE_VIEW) trackPageView()
window.trackSnowplow = trackSelfDescribingEvent
