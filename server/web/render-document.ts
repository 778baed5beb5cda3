import type { OpenApiDocument, Operation, Parameter } from '#contract/openapi.ts'
import { escapeMarkup } from '#server/http/escape-markup.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
article { border-top: 1px solid #8886; padding-block: 1rem }
h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere }
h2 b { display: inline-block; min-width: 3.2rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
td, th { text-align: start; vertical-align: top; padding: .2rem .8rem .2rem 0 }
pre { overflow-x: auto; font-size: .85rem; background: #8882; padding: .6rem; border-radius: .4rem }
small { opacity: .75 }
`

/** Returns the contract as a page without scripts. */
export function renderDocument(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderCall(method.toUpperCase(), path, operation)),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(document.info.title)}: the API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeMarkup(document.info.title)}: the API</h1>
${paragraphs(document.info.description)}
<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${calls.join('\n')}
</body>
</html>
`
}

function renderCall(method: string, path: string, operation: Operation): string {
  return `<article id="${escapeMarkup(operation.operationId)}">
<h2><b>${method}</b> <code>${escapeMarkup(path)}</code></h2>
<p>${escapeMarkup(operation.summary)}${operation.security.length > 0 ? ' <small>Needs a session.</small>' : ''}</p>
${operation.parameters.length === 0 ? '' : `<table><tr><th>Parameter</th><th>What it may be</th></tr>${operation.parameters.map(renderParameter).join('')}</table>`}
${operation.requestBody === undefined ? '' : renderBody(operation.requestBody)}
${Object.entries(operation.responses).map(renderResponse).join('\n')}
</article>`
}

function renderParameter({ name, required, description, schema }: Parameter): string {
  const rule = escapeMarkup(JSON.stringify(schema))
  const notes = [required ? '' : 'optional', description ?? ''].filter((note) => note !== '').map(escapeMarkup)
  return `<tr><td><code>${escapeMarkup(name)}</code></td><td><code>${rule}</code>${notes.map((note) => ` <small>${note}</small>`).join('')}</td></tr>`
}

const renderBody = ({ content }: NonNullable<Operation['requestBody']>): string => renderContent('Body: ', content)

const renderContent = (before: string, content: NonNullable<Operation['requestBody']>['content']): string =>
  Object.entries(content)
    .map(([type, { schema }]) => {
      const label = type === 'application/json' && before === '' ? '' : `<p>${escapeMarkup(`${before}${type}`)}</p>`
      return `${label}<pre>${escapeMarkup(JSON.stringify(schema, null, 2))}</pre>`
    })
    .join('')

function renderResponse([status, response]: [string, Operation['responses'][string]]): string {
  if (!('content' in response)) return `<small>${escapeMarkup(status)}</small>`
  return `<p>${escapeMarkup(status)}: ${escapeMarkup(response.description)}</p>${renderContent('', response.content)}`
}

const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`)
    .join('\n')
