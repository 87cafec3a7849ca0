/** Makes alerting rules for Prometheus from the table of conditions. */
import { CONDITION_NAMES, CONDITIONS } from '../proxy/operate/conditions.js'

const HEADING = `# Alerts for Prometheus, one for each condition of the proxy's health; in prometheus.yml:
#
#   rule_files: [prometheus-rules.yml]
#   scrape_configs:
#     - job_name: ringup
#       static_configs: [{ targets: ['127.0.0.1:8788'] }]
groups:
  - name: ringup
    rules:`

/** Minutes for which a condition holds before its alert. */
const MINUTES = { page: 1, ticket: 10 }

interface Rule {
  name: string
  expr: string
  severity: keyof typeof MINUTES
  sentence: string
  todo: string
}

/** Only Prometheus can see that the proxy does not answer. */
const NO_ANSWER: Rule = {
  name: 'no_answer',
  expr: 'up{job="ringup"} == 0',
  severity: 'page',
  sentence: 'The proxy does not answer. Browsers keep their events.',
  todo: 'Is the proxy running? See its log.',
}

export function toPrometheusRules(): string {
  const rules = CONDITION_NAMES.map((name): Rule => {
    const { severity, sentence, todo } = CONDITIONS[name]
    return { name, expr: `ringup_condition{name="${name}"} > 0`, severity, sentence, todo }
  })
  return `${HEADING}\n${[NO_ANSWER, ...rules].map(toRule).join('\n\n')}\n`
}

const toRule = ({ name, expr, severity, sentence, todo }: Rule) => `      - alert: Ringup${toPascalCase(name)}
        expr: ${expr}
        for: ${MINUTES[severity]}m
        labels: { severity: ${severity} }
        annotations:
          summary: ${quote(`{{ $labels.instance }}: ${sentence}`)}
          todo: ${quote(todo)}`

const toPascalCase = (name: string) => name.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
/** Quotes a text for YAML. */
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
