export default function S() { return <p /> }
