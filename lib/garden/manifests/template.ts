import type { FileFault } from '@/lib/engine/faults'
import { isRecord } from '@/lib/engine/reader'

/** How a language of templates is known, and what renders a file of it; the first that is found counts. */
interface TemplateLanguage {
  readonly mark: RegExp
  readonly command: (file: string) => string
}

const HELM: TemplateLanguage = {
  mark: /\{\{-|-\}\}|\{\{\s*(?:[.$]|(?:include|tpl|toYaml|template|range|if|with|end|define|required|default)\b)/,
  command: (file) => {
    const [chart = '', inside] = file.split(/(?:^|\/)templates\//, 2)
    return `helm template ${inside === undefined ? 'CHART' : chart || '.'}`
  },
}
const JINJA: TemplateLanguage = { mark: /\{%|\{\{/, command: (file) => `jinja2 ${file}` }
const ERB: TemplateLanguage = { mark: /<%/, command: (file) => `erb ${file}` }
const SHELL: TemplateLanguage = { mark: /\$\{\w/, command: (file) => `envsubst < ${file}` }

const LANGUAGES: readonly TemplateLanguage[] = [{ ...JINJA, mark: /\{%/ }, HELM, JINJA, ERB, SHELL]

const MARK = /\{\{|\{%|<%|\$\{\w/

/** Whether a text that is neither YAML nor JSON is none because it is a template. */
export function isTemplate(text: string): boolean {
  return text.split('\n').some((line) => !/^\s*#/.test(line) && MARK.test(line) && MARK.test(unquoted(line)))
}

/** What does not stand in quotes, where it may be a text that a user wrote. */
function unquoted(line: string): string {
  const outside: string[] = []
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (quote === '' && (letter === '"' || letter === "'")) quote = letter
    else if (quote === '') outside.push(letter)
    else if (letter === quote) quote = ''
    else if (letter === '\\' && quote === '"') at++
  }
  return outside.join('')
}

/** Whether a value is what a template has in place of one: such a text is YAML, but not yet what it will say. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && LANGUAGES.some(({ mark }) => mark.test(value))
}

/** The value at `path`, e.g. `spec.kubernetes.versions[3].version`. */
export function valueAtTextPath(value: unknown, path: string): unknown {
  const keys = path.match(/[^.[\]]+/g) ?? []
  return keys.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, value)
}

const OUR_KIND = /(?:^|[{,])[ \t-]*["']?kind["']?:[ \t]*["']?(?:CloudProfile|NamespacedCloudProfile|Shoot)\b/m
const OUR_GROUP = /\b(?:core\.gardener\.cloud|garden\.sapcloud\.io)\/v/
const PROJECT_OR_ANY = /(?:^|[{,])[ \t-]*["']?kind["']?:[ \t]*["']?(?:Project\b|\{\{|\{%|<%|\$\{)/m

/** Whether a text that cannot be read as manifests is about objects of ours. */
export function isAboutGardener(text: string): boolean {
  return OUR_KIND.test(text) || (OUR_GROUP.test(text) && PROJECT_OR_ANY.test(text))
}

/** What is wrong with a template: the same for all of a file, whatever a parser makes of it. */
export function templateFault(file: string, text: string): FileFault {
  const language = LANGUAGES.find(({ mark }) => mark.test(text)) ?? HELM
  return { code: 'template', render: language.command(file) }
}
