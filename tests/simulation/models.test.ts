import { test } from 'vitest'
import { checkModels } from './models.ts'

test('two tabs on the real store behave like a plain list, in any order of steps', async () => {
  await checkModels(60, 1)
}, 30_000)
