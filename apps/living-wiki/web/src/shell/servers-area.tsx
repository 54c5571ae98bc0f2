export { AddServersPage } from "../add-servers/add-servers-page.tsx";
export { Board } from "../board/board.tsx";
export { ServerPage } from "../server/server-page.tsx";
export { ServersPage } from "../servers/servers-page.tsx";
export { ToolPage } from "../tool/tool-page.tsx";
