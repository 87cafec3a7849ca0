export type { Finding } from '../../contract/finding.js'
