import type { RequestContext } from '#server/http/api.ts'
import type { Encoding } from './built-app.ts'

export function setFileHeaders(c: RequestContext, etag: string, caching: string): void {
  c.header('Cache-Control', caching)
  c.header('ETag', etag)
  c.header('Vary', 'Accept-Encoding', { append: true })
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
}

export function chooseEncoding<E extends Pick<Encoding, 'name'>>(
  encodings: readonly E[],
  accepted: string | undefined,
): E | undefined {
  const names = (accepted ?? '').split(',').map((value) => value.trim().toLowerCase())
  const isAccepted = (name: string) =>
    names.some((accept) => accept === name || new RegExp(`^${name}\\s*;\\s*q=(?!0(\\.0*)?$)`).test(accept))
  return encodings.find(({ name }) => isAccepted(name))
}
