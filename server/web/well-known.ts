import { addressIn } from '#server/http/address.ts'
import type { Api } from '#server/http/api.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findInstanceSettings } from '#server/instance/index.ts'

/** How long a security.txt copy counts as current (RFC 9116 requires a date). */
const VALID_MS = 90 * 86_400_000

/**
 * Registers `/.well-known/security.txt` (RFC 9116), with the contact from the instance's settings,
 * and `/.well-known/change-password`, which password managers open.
 */
export function wellKnownRoutes(api: Api): void {
  const { hono, config, db } = api
  hono.get('/.well-known/security.txt', async (c) => {
    takeProcessTokens(api, ['addressReads'], { address: addressIn(api, c) }, api.now())
    const { contact } = await findInstanceSettings(db)
    if (contact === '') throw new Refusal(404, 'Not found.')
    const origin = config.publicUrl?.origin
    const lines = [
      `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(api.now().getTime() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      ...(origin === undefined ? [] : [`Canonical: ${origin}/.well-known/security.txt`, `Policy: ${origin}/about`]),
    ]
    return c.text(`${lines.join('\n')}\n`)
  })
  hono.get('/.well-known/change-password', (c) => c.redirect('/settings/security', 302))
}
