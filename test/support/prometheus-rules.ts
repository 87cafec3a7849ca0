/** Makes alerting rules for Prometheus from the reasons that health reports. */
import { CONDITION_NAMES, CONDITIONS } from '../../src/proxy/operate/conditions.js'

const HEADING = `# Alerts for Prometheus, one for each reason that the proxy's health may have; made from it by \`npm run readme\`. In prometheus.yml:
#
#   rule_files: [prometheus-rules.yml]
#   scrape_configs:
#     - job_name: ringup
#       static_configs: [{ targets: ['127.0.0.1:8788'] }]
groups:
  - name: ringup
    rules:`

interface Rule {
  name: string
  expr: string
  minutes: number
  severity: string
  summary: string
  todo: string
}

/** Only Prometheus can see that the proxy does not answer. */
const AWAY: Rule = {
  name: 'away',
  expr: 'up{job="ringup"} == 0',
  minutes: 5,
  severity: 'page',
  summary: 'The proxy does not answer. Browsers keep their events.',
  todo: 'Is the proxy running? See its log.',
}

export function toPrometheusRules(): string {
  const rules = CONDITION_NAMES.map((name): Rule => {
    const { wrong, todo, severity, after } = CONDITIONS[name]
    return { name, expr: `ringup_problem{reason="${name}"} > 0`, minutes: after, severity, summary: wrong, todo }
  })
  return `${HEADING}\n${[AWAY, ...rules.filter(({ severity }) => severity !== 'none')].map(toRule).join('\n\n')}\n`
}

const toRule = ({ name, expr, minutes, severity, summary, todo }: Rule) => `      - alert: Ringup${toPascalCase(name)}
        expr: ${expr}
        for: ${minutes}m
        labels: { severity: ${severity} }
        annotations:
          summary: ${quote(`{{ $labels.instance }}: ${summary}`)}
          todo: ${quote(todo)}`

const toPascalCase = (name: string) => name.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
/** Quotes a text for YAML. */
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
