/**
 * `npm run simulate -- swaps --games 10000 --seed 1 --players 40 --at-once 16`: plays random games over
 * plain HTTP against a real server with its own database; afterwards swag must match the ratings.
 * Prints the response times, so that it is the load test of swaps too. Exits with 1 on any
 * violation of the rules.
 */
import { parseArgs } from 'node:util'
import { session, signUpWithListens } from '#tests/e2e/support/people.ts'
import { freePort, startServer } from '#tests/e2e/support/server.ts'
import { type GameAnswer, type Player, playGames } from '#tests/support/swap-games.ts'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    players: { type: 'string', default: '40' },
    'at-once': { type: 'string', default: '16' },
  },
})
const [games = 0, seed = 0, people = 0, atOnce = 0] = [
  values.games,
  values.seed,
  values.players,
  values['at-once'],
].map(Number)
if (!(games > 0 && seed >= 0 && people > 2 && atOnce > 0))
  throw new Error('--games, --seed, --players (3 or more) and --at-once are numbers.')

const server = await startServer({ isDemo: true, isApiOnly: true, port: await freePort() })
try {
  const players: Player[] = []
  while (players.length < people) players.push(await aPlayer(players.length))
  const startedAt = performance.now()
  const result = await playGames({ players, games, seed, atOnce })
  process.stdout.write(`${report(result, (performance.now() - startedAt) / 1000)}\n`)
  process.exitCode = result.faults.length > 0 ? 1 : 0
} finally {
  await server.dispose()
}

async function aPlayer(number: number): Promise<Player> {
  const member = await signUpWithListens(server.url, `p${number}x`)
  const cookie = await session(server.url, member)
  const request: Player['request'] = async (method, path, query) => {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    const response = await fetch(`${server.url}${path}?${new URLSearchParams(pairs)}`, { method, headers: { cookie } })
    const it: GameAnswer = { status: response.status, body: await response.json() }
    return it
  }
  const { body } = await request('GET', '/api/user/top-tracks', { user: member.name, period: '1month', limit: 5 })
  return { name: member.name, tracks: body.topTracks.map((it: { id: number }) => it.id), request }
}

function report(
  { completed, ended, requests, refused, faults }: Awaited<ReturnType<typeof playGames>>,
  seconds: number,
) {
  const sorted = requests.toSorted((a, b) => a - b)
  const formatPercentile = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`
  return [
    `${games} games from seed ${seed}, ${atOnce} at once, ${people} players: ${completed} completed, ${ended} ended`,
    `${requests.length} writes in ${seconds.toFixed(0)} s, ${(requests.length / seconds).toFixed(0)} a second; half within ${formatPercentile(0.5)}, 99 of 100 within ${formatPercentile(0.99)}`,
    `refused: ${Object.entries(refused)
      .map(([code, times]) => `${code} ${times}`)
      .join(', ')}`,
    faults.length === 0 ? 'Swag is what the ratings sum up to.' : `Faults:\n${faults.slice(0, 50).join('\n')}`,
  ].join('\n')
}
