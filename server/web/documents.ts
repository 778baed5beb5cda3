import { openApiDocument } from '#contract/openapi.ts'
import type { Api } from '#server/http/api.ts'
import { documentPolicy } from './content-security-policy.ts'
import { renderDocument } from './render-document.ts'

/** Registers the contract for programs (`/api/openapi.json`) and for readers (`/api/docs`). */
export function documentRoutes({ hono, cookie }: Api, notBuilt: readonly string[]): void {
  const document = openApiDocument({ cookie: cookie.name, notBuilt })
  const page = renderDocument(document)
  const policy = documentPolicy(page)
  hono.get('/api/openapi.json', (c) => c.json(document))
  hono.get('/api/docs', (c) => {
    c.header('Content-Security-Policy', policy)
    return c.html(page)
  })
}
