/** The overview goes back as well as ahead: what happened, beside what had been expected. */

export const STRIP = 'Last 30 and next 90 days'
