/** Keeps its queue in localStorage as the page is left, its default; set here: a request may outlive the page. */
import { AnalyticsBrowser } from '@segment/analytics-next'

const destination = { apiKey: 'shop', apiHost: `${location.host}/v1`, protocol: 'http' }
const analytics = AnalyticsBrowser.load(
  { writeKey: 'shop', cdnSettings: { integrations: { 'Segment.io': destination } } },
  {
    integrations: {
      'Segment.io': { ...destination, deliveryStrategy: { strategy: 'standard', config: { keepalive: true } } },
    },
  },
)
if (PAGE_VIEW) analytics.page()
window.reportToPeer = (order) => analytics.track('purchase', order)
