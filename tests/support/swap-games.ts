import { createRandom, type Random } from '#tests/simulation/random.ts'

/** A response as used by games. */
export interface GameAnswer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the parsed JSON of any answer.
  readonly body: any
}

/** A player in games, with its requests and its tracks. */
export interface Player {
  readonly name: string
  readonly tracks: readonly number[]
  readonly request: (
    method: 'GET' | 'POST',
    path: string,
    query: Record<string, string | number>,
  ) => Promise<GameAnswer>
}

interface Games {
  readonly players: readonly Player[]
  readonly games: number
  readonly seed: number
  /** The number of games played in parallel. */
  readonly atOnce: number
}

interface GamesResult {
  readonly completed: number
  readonly ended: number
  /** Each response's duration, in ms. */
  readonly requests: readonly number[]
  /** The refusal count by code. */
  readonly refused: Readonly<Record<string, number>>
  /** Rule violations; empty if there are none. */
  readonly faults: readonly string[]
}

interface Game {
  readonly id: number
  readonly initiator: Player
  readonly matched: Player
  readonly random: Random
}

const MOST_STEPS = 16
const KNOWN_REFUSALS = [
  'too_many_swaps',
  'swap_order',
  'swap_ended',
  'already_rated',
  'not_yours',
  'not_allowed',
  'bad_input',
]
/** The usual move order in a game, with random deviations. */
const NATURAL = ['initiator track', 'matched track', 'matched rate', 'initiator rate'] as const
const STRAY = [
  'initiator rate',
  'matched rate',
  'initiator track',
  'matched track',
  'outsider rate',
  'bad rate',
] as const
const ENDINGS = ['matched decline', 'initiator withdraw', 'initiator decline', 'matched withdraw'] as const
type Move = (typeof NATURAL | typeof STRAY | typeof ENDINGS)[number]

/**
 * Plays random games: mostly in order, now and then a move that is against the rules, that is sent
 * twice (with one client_id or without), or both sides at once. Then every member's swag must have
 * grown by the accepted ratings, and match the swaps. The same seed plays the same moves.
 */
export async function playGames({ players, games, seed, atOnce }: Games): Promise<GamesResult> {
  const table = new Table(players)
  await table.readSwag()
  let next = 0
  const play = async () => {
    while (next < games) await playOne(table, createRandom(seed * 1_000_003 + next++))
  }
  await Promise.all(Array.from({ length: atOnce }, play))
  await table.checkSwag()
  return table.result()
}

async function playOne(table: Table, random: Random): Promise<void> {
  const initiator = random.pick(table.players)
  const matched = random.pick(table.players.filter((player) => player !== initiator))
  const begun = await table.post(initiator, 'create-song-swap', { matched_user: matched.name })
  if (begun.status === 409) return
  const game: Game = { id: begun.body.song_swap_id, initiator, matched, random }
  for (let step = 0, place = 0; step < MOST_STEPS && place < NATURAL.length; step++) {
    const isOff = random.percent(25)
    const moves: Move[] = [
      isOff ? random.pick(random.percent(30) ? ENDINGS : STRAY) : (NATURAL[place] ?? 'initiator rate'),
    ]
    if (random.percent(15)) moves.push(random.pick(STRAY))
    await Promise.all(moves.map((move) => makeMove(table, game, move)))
    if (!isOff) place++
  }
}

async function makeMove(table: Table, game: Game, move: Move): Promise<void> {
  const { id, initiator, matched, random } = game
  const [who, what] = move.split(' ')
  const player = who === 'initiator' ? initiator : who === 'matched' ? matched : table.somebodyElse(game)
  const swap = { songswapid: id }
  if (what === 'track') {
    await table.send(player, 'add-song-swap-track', { ...swap, trackid: random.pick(player.tracks) }, random)
  } else if (what === 'rate') {
    const reaction = who === 'bad' ? random.pick([0, 6, 2.5]) : random.between(1, 5)
    const responses = await table.send(player, 'add-song-swap-reaction', { ...swap, reaction }, random)
    const accepted = responses.filter((response) => response.status === 200).length
    if (accepted > 1) table.faults.push(`swap ${id}: ${player.name} rated ${accepted} times`)
    if (accepted > 0) table.credit(player === initiator ? matched : initiator, reaction)
  } else {
    await table.send(player, `${what}-song-swap`, swap, random)
  }
}

/** The known state of all games. */
class Table {
  readonly players: readonly Player[]
  readonly faults: string[] = []
  readonly requests: number[] = []
  readonly refused: Record<string, number> = {}
  private readonly swagAtStart = new Map<Player, number>()
  private readonly accepted = new Map<Player, number>()
  private completed = 0
  private ended = 0

  constructor(players: readonly Player[]) {
    this.players = players
  }

  /** Returns a player outside a game. */
  somebodyElse({ initiator, matched, random }: Game): Player {
    return random.pick(this.players.filter((player) => player !== initiator && player !== matched))
  }

  credit(player: Player, rating: number): void {
    this.accepted.set(player, (this.accepted.get(player) ?? 0) + rating)
  }

  /**
   * Sends a move once, or twice at once; a pair with one client_id is one action and has one
   * response.
   */
  async send(player: Player, path: string, query: Record<string, string | number>, random: Random) {
    const hex = () =>
      Math.floor(random.next() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0')
    const [a, b, c] = [hex(), hex(), hex()]
    const act = { ...query, client_id: `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${a}${c.slice(4)}` }
    const chance = random.between(1, 10)
    if (chance === 1) {
      const responses = await Promise.all([this.post(player, path, act), this.post(player, path, act)])
      if (responses[0]?.status !== responses[1]?.status) this.faults.push(`${path}: one act was answered in two ways`)
      return responses.slice(0, 1)
    }
    if (chance === 2) return Promise.all([this.post(player, path, query), this.post(player, path, query)])
    return [await this.post(player, path, chance < 7 ? act : query)]
  }

  async post(player: Player, path: string, query: Record<string, string | number>): Promise<GameAnswer> {
    const startedAt = performance.now()
    const response = await player.request('POST', `/api/${path}`, { user: player.name, ...query })
    this.requests.push(performance.now() - startedAt)
    if (response.status === 200) return response
    const code = String(response.body?.code)
    this.refused[code] = (this.refused[code] ?? 0) + 1
    if (!KNOWN_REFUSALS.includes(code)) this.faults.push(`${path}: ${response.status} ${code}`)
    return response
  }

  async readSwag(): Promise<void> {
    for (const player of this.players) this.swagAtStart.set(player, await swagOf(player))
  }

  /** Compares swag with the accepted ratings, and with the swaps. */
  async checkSwag(): Promise<void> {
    for (const player of this.players) {
      const swag = await swagOf(player)
      const grown = swag - (this.swagAtStart.get(player) ?? 0)
      const accepted = this.accepted.get(player) ?? 0
      if (grown !== accepted) this.faults.push(`${player.name} got ${grown} swag for ratings of ${accepted}`)
      const received = await this.readSwaps(player)
      if (swag !== received) this.faults.push(`${player.name} has ${swag} swag, the swaps say ${received}`)
    }
  }

  /**
   * Returns the ratings that a member received, from their swaps. Counts each swap once, at its
   * initiator.
   */
  private async readSwaps(player: Player): Promise<number> {
    let received = 0
    for await (const swap of swapsOf(player)) {
      const isInitiator = swap.initiated_user === player.name
      received += (isInitiator ? swap.matched_reaction : swap.initiated_reaction) ?? 0
      if (!isInitiator) continue
      if (swap.completed_timestamp !== undefined) this.completed++
      if (swap.ended !== undefined) this.ended++
      if ((swap.completed_timestamp !== undefined) !== (swap.initiated_reaction !== null))
        this.faults.push(`swap ${swap.id} is completed without its last rating`)
    }
    return received
  }

  result(): GamesResult {
    const { completed, ended, requests, refused, faults } = this
    return { completed, ended, requests, refused, faults }
  }
}

const PAGE = 500

/** Yields all of a member's swaps, page by page. */
async function* swapsOf({ name, request }: Player) {
  let before: number | undefined
  while (true) {
    const page = { user: name, limit: PAGE, ...(before === undefined ? {} : { before }) }
    const { songSwaps } = (await request('GET', '/api/get-song-swaps', page)).body
    yield* songSwaps
    if (songSwaps.length < PAGE) return
    before = songSwaps.at(-1).id
  }
}

const swagOf = async ({ name, request }: Player): Promise<number> =>
  (await request('GET', '/api/user/profile', { user: name })).body.userProfile[0].swag
