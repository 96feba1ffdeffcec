export function ErrorScreen() { return <p /> }
