import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { findRecentMonth } from '#src/recaps/queries.ts'
import type { MovedPath } from './moved-paths.ts'

export function redirectMoved(path: MovedPath, { search }: Pick<ParsedLocation<Record<string, unknown>>, 'search'>) {
  const toText = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const week = toText('week')
  switch (path) {
    case '/outbox':
      return redirect({ to: '/settings/device', replace: true, throw: true })
    case '/settings/invitations':
      return redirect({ to: '/settings/privacy', replace: true, throw: true })
    case '/rewind':
      return redirect({
        to: '/listening',
        search: { period: toText('period') ?? findRecentMonth().id },
        replace: true,
        throw: true,
      })
    case '/week':
      return redirect({
        to: '/listening',
        search: week === undefined ? {} : { period: week },
        replace: true,
        throw: true,
      })
    case '/settings/scrobbling': {
      const proof = { proof: toText('proof'), token: toText('token') }
      return redirect({
        to: '/settings/listening',
        search: { ...proof, for: 'scrobbling' },
        replace: true,
        throw: true,
      })
    }
  }
}
