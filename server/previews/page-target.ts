import { foldName } from '#server/db/fold-name.ts'
import { decodePart } from '#server/http/query.ts'

export const targetKinds = ['broadcast', 'profile', 'artist', 'album', 'track', 'swap'] as const
export type TargetKind = (typeof targetKinds)[number]

export interface PageTarget {
  readonly kind: TargetKind
  /** The number in the link, or a member's folded name. */
  readonly key: string
  /** A page without a preview, excluded from search engines if the profile is. */
  readonly isRobotsOnly?: boolean
}

const ID = /^[1-9]\d{0,14}$/
/** The longest name in a link, in code units. */
const NAME_MAX = 200

const isById = (name: string): name is Exclude<TargetKind, 'profile' | 'swap'> =>
  ['broadcast', 'artist', 'album', 'track'].includes(name)

/** Returns the page for an app path, or undefined for pages without a preview. */
export function parsePage(path: string, search: URLSearchParams): PageTarget | undefined {
  if (/^\/track-swap-results\/?$/.test(path)) return toTarget('swap', search.get('id') ?? '')
  const [, name = '', key = '', ...others] = path.replace(/(?<=.)\/$/, '').split('/')
  if (others.length > 0) return undefined
  if (isById(name)) return toTarget(name, key)
  if (name === 'profile') return toTarget('profile', key)
  if (name !== 'followers' && name !== 'following') return undefined
  const profile = toTarget('profile', key)
  return profile && { ...profile, isRobotsOnly: true }
}

/** Returns the page for a kind and a percent-encoded key. */
export function toTarget(kind: TargetKind, text: string): PageTarget | undefined {
  if (kind !== 'profile') return ID.test(text) ? { kind, key: text } : undefined
  const name = decodePart(text)?.trim().replace(/^@/, '')
  if (name === undefined || name === '' || name.length > NAME_MAX || name.includes('\0')) return undefined
  return { kind, key: foldName(name) }
}
