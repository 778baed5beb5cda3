/**
 * Runs random step sequences in two tabs on the real store over fake-indexeddb against a model that
 * is a plain list. `npm run simulate -- models [--runs 3000 --seed 1]`. Fails with the seed and the
 * shortest sequence that differs.
 */
import { parseArgs } from 'node:util'
import { checkModels } from '#tests/simulation/models.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3000' }, seed: { type: 'string', default: '1' } },
})
const startedAt = performance.now()
await checkModels(Number(values.runs), Number(values.seed))
const seconds = (performance.now() - startedAt) / 1000
process.stdout.write(`${values.runs} runs from seed ${values.seed} agree with the model, ${seconds.toFixed(0)} s\n`)
