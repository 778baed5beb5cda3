import type { BrowserContext, Page } from '@playwright/test'

/** The variables of a page that `watchSound` and `hear` use. */
interface Watched {
  audioElements: HTMLAudioElement[]
  analysers?: WeakMap<HTMLAudioElement, AnalyserNode>
}

/** Records the audio elements of pages that open from now on, which are not in their documents. */
export const watchSound = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { Audio: create } = globalThis
    const audioElements: HTMLAudioElement[] = []
    const construct = () => {
      const element = new create()
      audioElements.push(element)
      return element
    }
    Object.assign(globalThis, { audioElements, Audio: new Proxy(create, { construct }) })
  })

/** What a page sounds like. */
interface Sound {
  /** The loudest frequency; 0 in silence. */
  readonly hertz: number
  /** Seconds of the song that have passed while it was measured. */
  readonly passedS: number
}

/** Hears the page for half a second, after a press on something that plays. */
export const hear = (page: Page): Promise<Sound> => page.evaluate(measure)

/** Runs in the page. */
async function measure(): Promise<Sound> {
  const page = globalThis as unknown as Watched // set by `watchSound`
  const element = page.audioElements.at(-1)
  if (element === undefined || element.paused || element.muted || element.volume === 0) return { hertz: 0, passedS: 0 }
  page.analysers ??= new WeakMap()
  let analyser = page.analysers.get(element)
  if (analyser === undefined) {
    const context = new AudioContext()
    analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 })
    context.createMediaElementSource(element).connect(analyser).connect(context.destination)
    page.analysers.set(element, analyser)
  }
  const from = element.currentTime
  await new Promise((resolve) => setTimeout(resolve, 500))
  const levels = new Float32Array(analyser.frequencyBinCount)
  analyser.getFloatFrequencyData(levels)
  const loudest = Math.max(...levels)
  const silenceDb = -60
  const hertz = (levels.indexOf(loudest) * analyser.context.sampleRate) / analyser.fftSize
  return { hertz: loudest < silenceDb ? 0 : hertz, passedS: element.currentTime - from }
}
