export { judgeFound, judgeIgnored, judgeTested } from '../../contract/verified.js'
