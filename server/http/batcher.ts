interface Call<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches calls: calls made while a batch is running form the next batch, with at most `max` items.
 * `run` returns the results in its items' order. If a batch fails, its items are retried one by
 * one, so that only the faulty one fails.
 */
export function createBatcher<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  max: number,
): (item: T) => Promise<R> {
  const queue: Call<T, R>[] = []
  let isScheduled = false
  const runNext = async () => {
    while (queue.length > 0) await runBatch(run, queue.splice(0, max))
    isScheduled = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      // After this turn of the event loop: its other calls belong to the same batch.
      setImmediate(() => void runNext())
    })
}

/** Runs a batch and settles its calls. Never throws. */
async function runBatch<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  batch: readonly Call<T, R>[],
): Promise<void> {
  try {
    const results = await run(batch.map((call) => call.item))
    if (results.length !== batch.length) throw new TypeError('A batch returned another number of results.')
    // As many results as calls, which noUncheckedIndexedAccess cannot know.
    for (const [place, call] of batch.entries()) call.resolve(results[place] as R)
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error)
    else for (const call of batch) await runBatch(run, [call])
  }
}
