import { test } from 'vitest'
import { checkModels } from './models.ts'

test('two tabs on the real store do what a plain list would do, whatever the order of steps', async () => {
  await checkModels(60, 1)
}, 30_000)
