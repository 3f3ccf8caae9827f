// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A resolver that sends every call to gateways (EIP-3668), accepts any response, and may look up without end.
contract LookupResolver {
    string[] private urls;
    bool private immutable circles;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    /// `repeat_`: how often the list of URLs is repeated.
    constructor(string[] memory urls_, uint256 repeat_, bool circles_) {
        for (uint256 round = 0; round < repeat_; round++)
            for (uint256 i = 0; i < urls_.length; i++) urls.push(urls_[i]);
        circles = circles_;
    }

    /// ERC-165, and the wildcard resolution of ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == this.resolve.selector;
    }

    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        lookUp(msg.data);
    }

    function answered(bytes calldata response, bytes calldata question) external view returns (bytes memory) {
        if (circles) lookUp(question);
        return response;
    }

    function lookUp(bytes calldata question) private view {
        revert OffchainLookup(address(this), urls, question, this.answered.selector, question);
    }
}
