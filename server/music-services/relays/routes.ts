import {
  connectRelay,
  getRelays,
  linkRelay,
  proveRelay,
  type Relays,
  retryRelay,
  switchRelay,
  unlinkRelay,
} from '#contract/listening/relays.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { connectLastfm, findProvenAccount } from '../accounts/connect-lastfm.ts'
import { normalizeUrl } from '../accounts/normalize-url.ts'
import { INTERACTIVE_TIMEOUTS, type ServiceName, serviceNames, takesAddress, titles } from '../accounts/open-source.ts'
import { deleteProof } from '../accounts/proofs.ts'
import { describeFailureCode } from '../service-failure.ts'
import { validateToken } from './listenbrainz-target.ts'
import { toListenbrainzOptions } from './open-target.ts'
import { playlistRoutes } from './playlist-routes.ts'
import { ignoreReasons, ignoreTexts, refuseRelayFailures, relayFailureTexts } from './relay-failure.ts'
import { encryptSecret, getSecretKey } from './secrets.ts'
import * as store from './store.ts'

/** The page at ListenBrainz that shows a member's token. */
const TOKEN_PAGE = 'https://listenbrainz.org/settings/'

export function relayRoutes(api: Api): void {
  route(api, getRelays, async ({ db, member, config }) => ({
    services: listServices(config),
    relays: (await store.listRelays(db, member.id)).map(toRelay),
  }))
  linkRoutes(api)
  playlistRoutes(api)

  route(api, switchRelay, async ({ tx, member, query }) => {
    const isFound = await store.updateRelaySwitch(tx, member.id, query.service, query.state === 'on')
    if (!isFound) throw notLinked(query.service)
  })

  route(api, retryRelay, async ({ tx, member, query, now }) => {
    if (!(await store.resumeRelay(tx, member.id, query.service, now))) throw notLinked(query.service)
  })

  route(api, unlinkRelay, ({ tx, member, query }) => store.deleteRelay(tx, member.id, query.service))
}

const notLinked = (service: ServiceName) => new Refusal(400, `You have not linked an account at ${titles[service]}.`)

function linkRoutes(api: Api): void {
  route(api, linkRelay, {
    async prepare({ query: { token, base_url: address }, config }) {
      getSecretKey(config)
      const baseUrl = address === undefined || address === '' ? null : normalizeUrl(address)
      const validated = await refuseRelayFailures(async () =>
        validateToken(toListenbrainzOptions(api, baseUrl, token, INTERACTIVE_TIMEOUTS)),
      )
      return { ...validated, baseUrl }
    },
    async handle({ tx, member, query, prepared, now, config }) {
      const owner = { memberId: member.id, service: 'listenbrainz' } as const
      const secret = encryptSecret(config, owner, query.token)
      await store.insertRelay(tx, { ...owner, ...prepared, secret }, now)
    },
  })

  route(api, connectRelay, ({ tx, member, now, config }) => {
    getSecretKey(config)
    return connectLastfm(api, tx, { memberId: member.id, path: '/settings/scrobbling', now })
  })

  route(api, proveRelay, {
    async prepare({ member, query, now, config }) {
      getSecretKey(config)
      return findProvenAccount(api, member.id, query, now)
    },
    async handle({ tx, member, query, prepared: proven, now, config }) {
      if (proven === undefined || !(await deleteProof(tx, member.id, query.proof, now))) {
        throw new Refusal(400, "Last.fm's confirmation was used already, or has expired. Connect again.")
      }
      const owner = { memberId: member.id, service: 'lastfm' } as const
      const secret = encryptSecret(config, owner, proven.sessionKey)
      await store.insertRelay(tx, { ...owner, account: proven.account, baseUrl: null, peer: null, secret }, now)
    },
  })
}

function listServices(config: Api['config']): Relays['services'] {
  const { secretKey, lastfmApiKey, lastfmSharedSecret } = config
  const noKey = secretKey === null ? 'This server has no SECRET_KEY, so it cannot store access to other services.' : ''
  const hasLastfm = lastfmApiKey !== null && lastfmSharedSecret !== null
  const noLastfm = hasLastfm ? '' : 'This server has no API key of Last.fm.'
  const common = { connects: false, takes_address: false, unavailable: noKey, token_page: '' }
  return serviceNames.map((service) => {
    const named = { ...common, service, title: titles[service] }
    if (service === 'lastfm') return { ...named, connects: true, unavailable: noKey === '' ? noLastfm : noKey }
    return { ...named, takes_address: takesAddress(config), token_page: TOKEN_PAGE }
  })
}

function toRelay(relay: store.RelayState): Relays['relays'][number] {
  const { service, ignored } = relay
  const title = titles[service]
  const failure = describeFailureCode(relayFailureTexts, relay.failure, title)
  return {
    service,
    title,
    account: relay.account,
    base_url: relay.baseUrl ?? '',
    is_on: relay.isOn,
    is_stopped: relay.isStopped,
    pending: relay.pending,
    sent: relay.sent,
    last_sent_at: relay.lastSentAt?.toISOString() ?? '',
    failure: failure && { ...failure, at: relay.failedAt?.toISOString() ?? '' },
    next_at: relay.isOn && !relay.isStopped ? (relay.dueAt?.toISOString() ?? '') : '',
    ignored: ignoreReasons.flatMap((reason) => {
      const listens = ignored[reason] ?? 0
      return listens === 0 ? [] : [{ reason, text: ignoreTexts[reason], listens }]
    }),
  }
}
