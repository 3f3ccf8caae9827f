// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice EIP-3668: the client asks one of `urls` for `callData` and hands the answer to `callbackFunction` of `sender`.
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

/// @notice ERC-165.
interface IERC165 {
    function supportsInterface(bytes4 interfaceId) external view returns (bool);
}

/// @dev ERC-165, except that 0xffffffff is not asked for.
function hasInterface(address target, bytes4 interfaceId) view returns (bool) {
    bytes memory call = abi.encodeCall(IERC165.supportsInterface, (interfaceId));
    (bool ok, bytes memory data) = target.staticcall{gas: 30_000}(call);
    return ok && data.length >= 32 && uint256(bytes32(data)) == 1;
}

/// @notice ERC-7996: features that interfaces cannot tell.
interface IERC7996 {
    function supportsFeature(bytes4 feature) external view returns (bool);
}

/// @notice ENSIP-10: a resolver that answers for a name and for all names below it.
interface IExtendedResolver {
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory);
}

/// @notice A resolver that passes the question on to another one. Interface id 0xc7e45d73.
interface ICompositeResolver {
    function getResolver(bytes memory name) external view returns (address resolver, bool offchain);
    function requiresOffchain(bytes memory name) external view returns (bool);
}

/// @notice ENSIP-21: many lookups in one. `x-batch-gateway:true` as its URL asks the client to do it by itself.
interface IBatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] memory requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// @notice Record calls that this folder makes or takes apart.
interface IRecords {
    function addr(bytes32 node) external view returns (address);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
    function multicall(bytes[] memory calls) external view returns (bytes[] memory);
}

/// @notice The v1 registry (EIP-137), as far as it is used here.
interface IRegistry {
    function resolver(bytes32 node) external view returns (address);
    function setResolver(bytes32 node, address resolver) external;
}

/// @notice A v2 registry: the names of one level of the tree, as far as resolution reads it.
interface IV2Registry {
    function getResolver(string memory label) external view returns (address);
    function getSubregistry(string memory label) external view returns (address);
}

/// @dev `multicall(bytes[])` inside `resolve` is answered as one question (ENSIP-22).
bytes4 constant MULTICALL_FEATURE = bytes4(keccak256("eth.ens.resolver.extended.multicall"));
