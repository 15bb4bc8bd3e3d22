/** Import this first: random sequences send more per second than the limits allow a person per minute. */
process.env.LIMITS = 'off'
