import * as v from 'valibot'
import { Added } from '../wire.ts'

/** A track's ids at services, one per service, and the viewer's own library, with spaces between. */
export const TrackLinks = Added(v.string())
