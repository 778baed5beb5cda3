/**
 * npm run bench -- server: measures how the server's reads grow with the community. Seeds
 * communities in two sizes in a throwaway database, measures both alternately and prints medians
 * and ratios; then similar taste at a third size. Options: --small 1000 --large 100000 --taste
 * 10000 --artists 50 --turns 200 --seed 1
 */
import { parseArgs } from 'node:util'
import { startDatabases } from './load/databases.ts'
import { benchServer, type Figures } from './load/server-load.ts'

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '100000' },
    taste: { type: 'string', default: '10000' },
    artists: { type: 'string', default: '50' },
    turns: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const sizes = { small: Number(values.small), large: Number(values.large), taste: Number(values.taste) }

const databases = await startDatabases()
try {
  const figures = await benchServer(databases, {
    ...sizes,
    artistsEach: Number(values.artists),
    rounds: Number(values.turns),
    longConversation: 10_000,
    shortConversation: 50,
    seed: Number(values.seed),
    print: (sentence) => console.log(sentence),
  })
  print(figures)
} finally {
  await databases.stop()
}

function print({ reads, conversation, poll, taste }: Figures): void {
  const row = (name: string, small: number, large: number) =>
    `| ${name} | ${small.toFixed(2)} | ${large.toFixed(2)} | ${(large / small).toFixed(2)} |`
  console.log(`\n| Median ms | ${sizes.small} members | ${sizes.large} members | ratio |\n|---|---|---|---|`)
  for (const { name, smallMs, largeMs } of reads) console.log(row(name, smallMs, largeMs))
  console.log('\n| Median ms | 50 messages | 10,000 messages | ratio |\n|---|---|---|---|')
  console.log(row('a conversation opened', conversation.shortMs, conversation.longMs))
  const bytes = poll.sent + poll.received
  console.log(`\npoll of an unchanged conversation: ${bytes} bytes (${poll.sent} sent, ${poll.received} received)`)
  console.log(`similar taste of ${taste.members} members: ${(taste.jobMs / 60_000).toFixed(2)} minutes`)
  console.log(`similar taste read: ${taste.readMs.toFixed(2)} ms; ${taste.plan}`)
}
