/** Why a shoot gets this version and no other, and what sentences and instants in every text are made of. */

export { type Explanation, explain, outcomesOf } from './explain'
export { dayText, instantText, localDay, offsetText } from './instant-text'
export { capitalized, listed, nameOf, poolsText } from './phrases'
export { releasesText, releaseText, unsupportedText } from './release-sentences'
export { candidateText, stepText, updatedText } from './texts'
export { whyNoMinor } from './why-no-minor'
