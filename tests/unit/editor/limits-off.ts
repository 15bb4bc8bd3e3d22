/** Imported first: random sequences send more in a second than a person may in a minute. */
process.env.LIMITS = 'off'
