/** The rules on what is set in a list, for forms, the API and the modules. Pure code. */
export * from '../../engine/host/rules'
