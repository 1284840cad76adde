/** What dialogs that apply something say of what they sent. */

/** While a dry run is awaited. */
export const GARDEN_IS_ASKED = 'The garden is asked.'

/** When no answer came to what was sent. */
export const MAY_BE_APPLIED = 'It may have been applied: to apply it again tells.'
