import {
  chooseMusicAccount,
  connectMusicAccount,
  getMusicAccount,
  type MusicAccount,
  proveMusicAccount,
  refreshMusicAccount,
} from '#contract/listening/music-accounts.ts'
import { musicPage } from '#server/accounts/index.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { describeFailureCode } from '../service-failure.ts'
import { applyChoice, findChoice } from './choose-account.ts'
import { connectLastfm, findProvenAccount } from './connect-lastfm.ts'
import { normalizeUrl } from './normalize-url.ts'
import { takesAddress, titles, toServiceTitle } from './open-source.ts'
import { deleteProof } from './proofs.ts'
import { findRefresh, queueNow, queueOnReturn } from './queue.ts'
import { returnToOwn } from './replace-charts.ts'
import { signUpCheck } from './sign-up-check.ts'
import { failureTexts } from './source.ts'
import { findMemberSource, linkAccount } from './store.ts'

export function serviceRoutes(api: Api): void {
  api.hooks.loggedIn.push(queueOnReturn)
  api.hooks.signingUp.push(signUpCheck(api))
  chooseRoutes(api)
  proofRoutes(api)

  route(api, getMusicAccount, async ({ db, member, config, now }) => ({
    services: listServices(config),
    account: await findAccount(db, member.id, now),
  }))

  route(api, refreshMusicAccount, async ({ tx, member, now }) => {
    const dueAt = await queueNow(tx, member.id, now)
    if (dueAt === undefined) throw new Refusal(400, 'Listens stored here are always up to date.')
  })
}

function chooseRoutes(api: Api): void {
  route(api, chooseMusicAccount, {
    async prepare({ query: { source, name, base_url: baseUrl }, config }) {
      if (source === 'here') return undefined
      if (source === 'lastfm' && config.lastfmSharedSecret !== null) {
        throw new Refusal(400, 'Connect with Last.fm to confirm that the account is yours.')
      }
      if (name === undefined) throw new Refusal(400, 'name must not be empty.')
      const isOwn = source === 'listenbrainz' && baseUrl !== undefined && baseUrl !== ''
      return findChoice(api, { service: source, baseUrl: isOwn ? normalizeUrl(baseUrl) : null }, name)
    },
    async handle({ tx, member, prepared: choice, now }) {
      if (choice !== undefined) await applyChoice(tx, member.id, choice, now)
      else {
        await returnToOwn(tx, member.id)
        await linkAccount(tx, member.id, null)
      }
    },
  })
}

function proofRoutes(api: Api): void {
  route(api, connectMusicAccount, ({ tx, member, now }) =>
    connectLastfm(api, tx, { memberId: member.id, path: '/settings/listening', now }),
  )

  route(api, proveMusicAccount, {
    async prepare({ member, query, now }) {
      const proven = await findProvenAccount(api, member.id, query, now)
      // The session key is not stored: reading charts does not need it.
      return proven && { service: 'lastfm' as const, baseUrl: null, account: proven.account, isProven: true }
    },
    async handle({ tx, member, query, prepared: choice, now }) {
      if (choice === undefined || !(await deleteProof(tx, member.id, query.proof, now))) {
        throw new Refusal(400, 'This link from Last.fm was already used or has expired. Please connect again.')
      }
      await applyChoice(tx, member.id, choice, now)
    },
  })
}

function listServices(config: Api['config']): MusicAccount['services'] {
  const connects = config.lastfmSharedSecret !== null
  const lastfm = { service: 'lastfm', title: titles.lastfm, connects, takes_address: false }
  const listenbrainz = { service: 'listenbrainz', title: titles.listenbrainz, connects: false }
  return [...(config.lastfmApiKey === null ? [] : [lastfm]), { ...listenbrainz, takes_address: takesAddress(config) }]
}

async function findAccount(db: Db, memberId: number, now: Date): Promise<MusicAccount['account']> {
  const own = await findMemberSource(db, memberId)
  if (own === undefined) return null
  const title = titles[own.service]
  const refresh = await findRefresh(db, memberId, now)
  return {
    service: own.service,
    title,
    name: own.account,
    page: own.base_url === null ? musicPage(own.service, own.account) : '',
    base_url: own.base_url ?? '',
    is_proven: own.is_proven,
    // Until a newly chosen account is fetched, the charts are from the previous one.
    fresh_at: own.refreshed_at === null ? '' : (own.fresh_at?.toISOString() ?? ''),
    next_at: refresh?.dueAt.toISOString() ?? '',
    is_refreshing: refresh?.isRunning === true,
    failure: describeFailureCode(
      failureTexts,
      own.failure,
      toServiceTitle({ service: own.service, baseUrl: own.base_url }),
    ),
  }
}
