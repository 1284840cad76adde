/** Why a shoot gets this version and no other, and how instants and sentences begin in every text. */

export { capitalized } from './capitalized'
export { type Explanation, explain } from './explain'
export { dayText, instantText, offsetText } from './instant-text'
export { candidateText, stepText, updatedText } from './texts'
export { whyNoMinor } from './why-no-minor'
