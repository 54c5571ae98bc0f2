const r=()=> (process.memoryUsage.rss()/1048576).toFixed(1)+' heap '+(process.memoryUsage().heapUsed/1048576).toFixed(1);

await import("node:child_process"); console.log('child_process',r());
await import("@x/mcp-core"); console.log('core',r());
await import("@x/sandbox"); console.log('sandbox',r());
const {hostSandbox}=await import("@x/sandbox-host"); console.log('host',r());
const {createMcpTransportPool}=await import("@x/mcp"); console.log('mcp',r());
await import("@x/mcp-session"); console.log("session",r()); await import("@x/mcp-stdio"); console.log("stdio",r());
const N=+process.env.N;const pool=createMcpTransportPool({servers:Array.from({length:N},(_,i)=>({kind:'stdio',serverId:'s'+i,command:process.execPath,args:[new URL('echo-server.mjs',import.meta.url).pathname,'20']}))},{sandbox:hostSandbox({allowHostExecution:true})});
console.log('pool',r());
await pool.connect(); console.log('connected',r());
console.log(process.moduleLoadList.filter(m=>m.startsWith('NativeModule')).length);
await new Promise(r=>setTimeout(r,200)); console.log('later',r());
await pool.stop();
