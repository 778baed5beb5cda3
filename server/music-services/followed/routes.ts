import {
  type FollowedListening,
  followAccount,
  getFollowedAccount,
  unfollowAccount,
} from '#contract/listening/followed-accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { findChoice } from '../accounts/choose-account.ts'
import { normalizeUrl } from '../accounts/normalize-url.ts'
import { takesAddress, toServiceTitle } from '../accounts/open-source.ts'
import { returnToOwn } from '../accounts/replace-charts.ts'
import { failureTexts } from '../accounts/source.ts'
import { findMemberSource, linkAccount } from '../accounts/store.ts'
import { toSkipped } from '../imports/store.ts'
import { encryptSecret, getSecretKey } from '../relays/secrets.ts'
import { describeFailureCode } from '../service-failure.ts'
import { deleteFollowedAccount, findFollowedAccount, insertFollowedAccount } from './store.ts'

export function followedAccountRoutes(api: Api): void {
  route(api, getFollowedAccount, async ({ db, member, config }) => ({
    takes_address: takesAddress(config),
    takes_token: config.secretKey !== null,
    account: await findAccount(db, member.id),
  }))

  route(api, followAccount, {
    prepare({ query: { name, base_url: address, token }, config }) {
      const baseUrl = address === undefined || address === '' ? null : normalizeUrl(address)
      const hasToken = token !== undefined && token !== ''
      if (hasToken) getSecretKey(config)
      return findChoice(api, { service: 'listenbrainz', baseUrl, token: hasToken ? token : undefined }, name)
    },
    async handle({ tx, member, query: { token = '' }, prepared: { service, account, baseUrl }, now, config }) {
      // The same listens would fill the charts twice, or, in the service's charts, not at all.
      if ((await findMemberSource(tx, member.id)) !== undefined) await returnToOwn(tx, member.id)
      await linkAccount(tx, member.id, baseUrl === null ? { service, account } : null)
      const secret = token === '' ? null : encryptSecret(config, { memberId: member.id, service: 'followed' }, token)
      await insertFollowedAccount(tx, { memberId: member.id, account, baseUrl, secret }, now)
    },
  })

  route(api, unfollowAccount, async ({ tx, member }) => {
    await deleteFollowedAccount(tx, member.id)
    // An account that was chosen for charts since then has replaced the link.
    if ((await findMemberSource(tx, member.id)) === undefined) await linkAccount(tx, member.id, null)
  })
}

async function findAccount(db: Db, memberId: number): Promise<FollowedListening['account']> {
  const followed = await findFollowedAccount(db, memberId)
  if (followed === undefined) return null
  const { readTo, baseUrl } = followed
  return {
    name: followed.account,
    base_url: baseUrl ?? '',
    added: followed.added,
    skipped: toSkipped(followed.skipped),
    is_caught_up: followed.isCaughtUp,
    read_to: readTo === 0 ? '' : new Date(readTo * 1000).toISOString(),
    read_at: followed.readAt?.toISOString() ?? '',
    failure: describeFailureCode(failureTexts, followed.failure, toServiceTitle({ service: 'listenbrainz', baseUrl })),
  }
}
